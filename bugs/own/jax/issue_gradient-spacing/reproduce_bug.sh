conda create -y -n issue_gradient-spacing python=3.11
conda activate issue_gradient-spacing
pip install -r requirements.txt
pytest -sx test_issue_gradient-spacing.py
