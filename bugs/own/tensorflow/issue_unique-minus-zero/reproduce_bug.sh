conda create -y -n issue_unique-minus-zero python=3.11
conda activate issue_unique-minus-zero
pip install -r requirements.txt pytest
pytest -sx test_issue_unique-minus-zero.py
