conda create -y -n issue_pow-zero-gradient python=3.11
conda activate issue_pow-zero-gradient
pip install -r requirements.txt pytest
pytest -sx test_issue_pow-zero-gradient.py
