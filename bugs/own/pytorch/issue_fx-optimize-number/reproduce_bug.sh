conda create -y -n issue_fx-optimize-number python=3.11
conda activate issue_fx-optimize-number
pip install -r requirements.txt pytest
pytest -sx test_issue_fx-optimize-number.py
