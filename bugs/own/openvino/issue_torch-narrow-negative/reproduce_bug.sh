conda create -y -n issue_torch-narrow-negative python=3.11
conda activate issue_torch-narrow-negative
pip install -r requirements.txt pytest
pytest -sx test_issue_torch-narrow-negative.py
