conda create -y -n issue_unique-empty-slice python=3.11
conda activate issue_unique-empty-slice
pip install -r requirements.txt pytest
pytest -sx test_issue_unique-empty-slice.py
